// A table as this page knows it: what the host told, in order, and what we did and await an answer for.

import { announce, notify } from '../lib/announce.svelte';
import { level_name } from '../home/levels';
import { ask, next_question, Refusal, type Connection } from '../lib/connection';
import { t } from '../lib/i18n.svelte';
import { refusal_words, type RefusalReason } from '../lib/refusals';
import { fresh_seed, note, save_now, type Shown } from '../lib/shown';
import { is_muted, still } from '../lib/settings.svelte';
import { play } from '../lib/sound';
import { own_record } from './record';
import type { ChatLine, ClientMessage, GameEvent, Place, TableMessage, Update } from '../lib/protocol';

// A position of the game and what led to it, to step through.
export interface Step {
  view: string;
  events: GameEvent[];
  actors: number[];
  seating?: (number | null)[];
}

const bot_names = ['Kitsune', 'Tanuki', 'Karasu', 'Usagi', 'Kawauso'];
const bot_name = (place: number) => bot_names[place % bot_names.length]!;

// Milliseconds between two things that others do.
const pace = () => (still() ? 250 : 550);

export class TableModel {
  info = $state.raw<TableMessage | null>(null);
  update = $state.raw<Update | null>(null);
  steps = $state.raw<Step[]>([]);
  events = $state.raw<GameEvent[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  // The view as it will be if what we sent is accepted.
  foreseen = $state<string | null>(null);
  busy = $state(false);
  problem = $state('');
  fresh = $state.raw<GameEvent[]>([]);
  // The places that would give up if their partners do, too.
  resigning = $state.raw<number[]>([]);
  // What this device was shown of the chance (lib/shown.ts).
  shown = $state.raw<Shown | null>(null);
  // The step that is looked back at, if any.
  looking = $state.raw<Step | null>(null);
  private readonly forgets: (() => void)[] = [];
  private queue: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown_at = -Infinity;
  private catching_up: { n: number; since: number } | null = null;
  private seeded = false;

  constructor(
    readonly connection: Connection,
    readonly id: string,
  ) {
    this.forgets.push(
      connection.onMessage((message) => {
        if (message.type === 'table' && message.table === id) this.take_table(message);
        else if (message.type === 'update' && message.table === id) this.queue_update(message);
        else if (message.type === 'chat' && message.table === id) this.chat = [...this.chat.slice(-199), message];
        else if (message.type === 'presence' && message.table === id) this.set_presence(message.place, message.here);
        else if (message.type === 'refused' && message.table === id && message.to === undefined)
          this.shown_out(message);
      }),
      connection.onState((state) => {
        if (state === 'open') this.join();
        if (state === 'failed') this.fail();
      }),
    );
    if (connection.state === 'open') this.join();
    if (connection.state === 'failed') this.fail();
  }

  close() {
    for (const forget of this.forgets) forget();
    clearTimeout(this.timer);
    save_now();
    this.connection.send({ type: 'part', table: this.id });
  }

  get me(): number | null {
    return this.info?.you ?? null;
  }
  // On one device several places can be ours.
  is_mine(place: number | null | undefined): boolean {
    if (place === null || place === undefined) return false;
    return place === this.me || (this.connection.offline && this.info?.places[place]?.kind === 'person');
  }
  get holding() {
    return this.is_mine(this.update?.held);
  }
  get view() {
    return this.foreseen ?? this.update?.view ?? '';
  }
  get legal(): Record<string, string[]> {
    return this.busy ? {} : (this.update?.legal ?? {});
  }
  // What was said, without those whom the reader does not want to hear.
  get heard(): ChatLine[] {
    return this.chat.filter((line) => !is_muted(line.person));
  }
  get running() {
    return this.info?.state === 'running';
  }
  get result() {
    return this.update?.result;
  }

  // The place that sits in a seat of the game.
  place_of(seat: number): number | null {
    const seating = this.looking?.seating ?? this.update?.seating;
    return seating ? (seating[seat] ?? null) : seat;
  }
  seat_of(place: number): number {
    const seating = this.looking?.seating ?? this.update?.seating;
    return seating ? seating.indexOf(place) : place;
  }
  name_of(seat: number): string {
    const place = this.place_of(seat);
    if (place === null) return t('spirits.ghost');
    return this.place_name(place);
  }
  place_name(place: number): string {
    const one = this.info?.places[place];
    if (!one || one.kind === 'open') return t('place.open');
    if (one.kind === 'bot') return t('place.bot', { name: bot_name(place), level: level_name(one.level ?? '') });
    return one.name || t('place.somebody');
  }
  // Without a bot's level, for narrow places.
  short_name(seat: number): string {
    const place = this.place_of(seat);
    return place === null ? this.name_of(seat) : this.place_short(place);
  }
  place_short(place: number): string {
    return this.info?.places[place]?.kind === 'bot' ? bot_name(place) : this.place_name(place);
  }
  // Acts, showing at once what should come of it; taken back if it is refused.
  async act(seat: number, action: string, extra: Record<string, unknown> = {}, foreseen: string | null = null) {
    if (this.busy && this.info?.game !== 'ratuki') return;
    this.busy = this.info?.game !== 'ratuki';
    this.foreseen = foreseen;
    const message: ClientMessage = {
      type: 'act',
      table: this.id,
      version: this.update?.version ?? 0,
      do: action,
      ...extra,
    };
    if (this.me !== null && seat !== this.seat_of(this.me)) message['seat'] = seat;
    await this.send(message);
    this.busy = false;
    this.foreseen = null;
  }

  // Sends; what is refused is said in place. True if it was accepted.
  async send(message: ClientMessage): Promise<boolean> {
    try {
      await ask(this.connection, { table: this.id, ...message });
      return true;
    } catch (error) {
      play('wrong');
      const why = error instanceof Refusal ? error.message : '';
      notify(why || t('problem.unsent'), 'wrong');
      return false;
    }
  }

  sit(place: number) {
    return this.send({ type: 'sit', place, seed: fresh_seed(this.id) });
  }

  // With a seed of our own, also where we were given a place, as in a rematch: otherwise the server alone would decide.
  ready(ready: boolean) {
    return this.send({ type: 'ready', ready, ...(ready ? { seed: fresh_seed(this.id) } : {}) });
  }

  // Joins; of a running game that we know, only what came after the version we have seen is told again.
  join(anew = false) {
    const known = !anew && this.running && this.update ? this.update.version : undefined;
    const n = next_question();
    if (known !== undefined) this.catching_up = { n, since: known };
    ask(this.connection, { type: 'join', table: this.id, n, ...(known === undefined ? {} : { since: known }) }).then(
      () => (this.problem = ''),
      (error: unknown) => {
        // Without an answer we ask again when the connection is back.
        if (!this.info && error instanceof Refusal && error.message) this.problem = error.message;
      },
    );
  }

  private fail() {
    this.problem = refusal_words(this.connection.why) || t('problem.host');
  }

  // The host lets us look on no longer.
  private shown_out(why: RefusalReason) {
    this.problem = refusal_words(why);
    this.info = null;
  }

  private set_presence(place: number, here: boolean) {
    if (!this.info) return;
    const places = this.info.places.map((one, i) => (i === place ? { ...one, here } : one));
    this.info = { ...this.info, places };
    announce(t(here ? 'presence.back' : 'presence.gone', { name: this.place_name(place) }));
  }

  private take_table(message: TableMessage) {
    const before = this.update;
    const more =
      message.to !== undefined && message.to === this.catching_up?.n && before?.version === this.catching_up.since;
    if (more && message.state === 'finished') return this.join(true); // what was hidden is shown now
    this.queue = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    this.info = message;
    this.events = folded(more ? this.events : [], message.events ?? []);
    this.chat = message.chat ?? this.chat;
    this.update = message;
    this.foreseen = null;
    if (more) this.add_step(message, message.events ?? []);
    else if (
      message.view !== undefined &&
      message.state !== 'waiting' &&
      (before?.version !== message.version || message.state === 'finished')
    )
      this.begin_steps(message);
    this.fresh = [];
    this.resigning = offered(more ? this.resigning : [], message.events ?? [], (seat) => this.place_of(seat));
    this.note_shown();
    this.give_seed();
  }

  // A place of a rematch begins without a seed; ours is there before anybody starts the game.
  private give_seed() {
    const { info, me } = this;
    if (this.seeded || this.connection.offline || info?.state !== 'waiting' || me === null || info.places[me]?.seed)
      return;
    this.seeded = true;
    ask(this.connection, { type: 'ready', table: this.id, ready: false, seed: fresh_seed(this.id) }).catch(
      () => undefined,
    );
  }

  private note_shown() {
    const { info } = this;
    if (!info) return;
    const seated = this.me === null ? -1 : this.seat_of(this.me);
    const shown = note({
      table: this.id,
      state: info.state,
      fair: info.fair,
      places: info.places,
      me: this.me,
      seat: seated < 0 ? null : seated,
      events: this.events,
      view: this.update?.view,
    });
    const known = this.shown?.changed.length ?? 0;
    this.shown = shown && { ...shown };
    if (shown && shown.changed.length > known) announce(t('fair.changed'));
  }

  // What others do is shown one thing at a time, however fast a bot is; what we did, at once.
  private queue_update(message: Update) {
    const own = message.to !== undefined;
    if (this.info?.game === 'ratuki' || (own && this.queue.length === 0)) {
      this.shown_at = performance.now();
      this.take_update(message);
      return;
    }
    this.queue.push(message);
    this.work_off();
  }

  private work_off() {
    if (this.timer !== undefined || this.queue.length === 0) return;
    const pause = document.visibilityState === 'hidden' ? 0 : Math.max(0, this.shown_at + pace() - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const next = this.queue.shift();
      if (next) {
        this.shown_at = performance.now();
        this.take_update(next);
      }
      this.work_off();
    }, pause);
  }

  private take_update(message: Update) {
    if (this.update && message.version < this.update.version) return;
    const events = message.events ?? [];
    this.events = folded(this.events, events);
    this.update = message;
    this.foreseen = null;
    this.add_step(message, events);
    if (this.info) {
      const state = message.result ? 'finished' : 'running';
      this.info = { ...this.info, version: message.version, state, places: substituted(this.info.places, events) };
    }
    this.fresh = events;
    this.resigning = offered(this.resigning, events, (seat) => this.place_of(seat));
    this.note_shown();
    // The secret and what was hidden are told with the whole table.
    if (message.result && !this.info?.fair?.secret) this.join(true);
  }

  // What happened before we came: each position of it where nothing is hidden, else only the list.
  private begin_steps(message: TableMessage) {
    const now: Step = {
      view: message.view!,
      events: this.events,
      actors: message.actors ?? [],
      ...(message.seating ? { seating: message.seating } : {}),
    };
    this.steps = [now];
    if (this.events.length === 0 || (message.game !== 'dragons' && message.state !== 'finished')) return;
    const events = this.events;
    const record = own_record(this);
    void import('../review/positions')
      .then(({ positions_of }) => positions_of(record))
      .then(({ list }) => {
        if (this.steps[0] !== now || list.length < 2) return;
        const told = list.map((one, i): Step => ({
          view: one.view,
          actors: one.actors,
          events: i === 0 ? [] : [events[i - 1]!],
          ...(one.seating ? { seating: one.seating } : {}),
        }));
        this.steps = [...told, ...this.steps.slice(1)];
      })
      .catch(() => undefined); // without the module there is only the list
  }

  private add_step(message: Update, events: GameEvent[]) {
    if (message.view === undefined) return;
    const step: Step = {
      view: message.view,
      events,
      actors: message.actors ?? [],
      ...(message.seating ? { seating: message.seating } : {}),
    };
    const last = this.steps.at(-1);
    if (last?.view === step.view) return;
    if (this.info?.game === 'ratuki' && this.steps.length > 4000) return;
    this.steps = [...this.steps, step];
  }
}

// The entries of a game after more has happened; what was taken back is gone.
export function folded(before: GameEvent[], more: GameEvent[]): GameEvent[] {
  const all = [...before];
  for (const event of more) {
    if (event.undo !== undefined) all.pop();
    else if (is_entry(event)) all.push(event);
  }
  return all;
}

// Who lets a bot play, and who is back.
function substituted(places: Place[], events: GameEvent[]): Place[] {
  const all = [...places];
  for (const { away, back, resigned, level } of events) {
    if (away !== undefined && all[away]) all[away] = { ...all[away], away: true, level: level ?? 'club' };
    if (back !== undefined && all[back]) all[back] = { ...all[back], away: false };
    if (resigned !== undefined && all[resigned])
      all[resigned] = { ...all[resigned], away: true, resigned: true, level: level ?? 'club' };
  }
  return all;
}

// Whoever plays on takes the offer to give up back.
function offered(before: number[], events: GameEvent[], place_of: (seat: number) => number | null): number[] {
  let all = before;
  for (const { resigning, seat, do: action } of events) {
    if (resigning !== undefined) all = [...all.filter((place) => place !== resigning), resigning];
    if (action !== undefined && seat !== undefined) all = all.filter((place) => place !== place_of(seat));
  }
  return all;
}

export function is_entry(event: GameEvent) {
  return (
    event.do !== undefined ||
    event.roll !== undefined ||
    event.first !== undefined ||
    event.dealer !== undefined ||
    event.deal !== undefined ||
    event.decks !== undefined ||
    event.end !== undefined
  );
}
