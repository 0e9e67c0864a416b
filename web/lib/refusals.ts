// A backend says why it refuses by a code (docs/protocol.md) and in English. These codes a page can meet; whatever is
// not among them is shown as it came.

import { t, type Key } from './i18n.svelte';

export interface RefusalReason {
  code?: string;
  why?: string;
  late_ms?: number;
}

export const refusals: Record<string, Key> = {
  already_answered: 'refusal.answered_already',
  already_away: 'refusal.bot_already',
  already_pending: 'refusal.on_its_way',
  already_seated: 'refusal.seated',
  already_started: 'refusal.started',
  answer_due: 'refusal.answer_first',
  asked_has_none: 'refusal.cannot_ask',
  asks_itself: 'refusal.cannot_ask',
  away: 'refusal.bot_plays',
  bad_chat: 'refusal.chat',
  bad_name: 'refusal.name',
  bad_time_control: 'refusal.time',
  cannot_ask_now: 'refusal.asked_plays',
  column_empty: 'refusal.no_column',
  decks_due: 'refusal.count_down',
  does_not_fit: 'refusal.no_fit',
  escape_must_enter: 'refusal.must_enter',
  escape_needs_smaller: 'refusal.small_die',
  escape_too_late: 'refusal.late_escape',
  flip_not_needed: 'refusal.face_up_first',
  flip_wrong_clan: 'refusal.no_column',
  game_over: 'refusal.over',
  has_resigned: 'refusal.has_resigned',
  held_by_own: 'refusal.held',
  host_sets_bots: 'refusal.host_bots',
  host_starts: 'refusal.host_starts',
  must_enter: 'refusal.must_enter',
  name_taken: 'refusal.name_taken',
  no_answer_due: 'refusal.no_answer',
  no_bot_there: 'refusal.no_bot',
  no_columns: 'refusal.no_column',
  no_free_slot: 'refusal.no_slot',
  no_local_table: 'refusal.local_table',
  no_own_stone: 'refusal.no_stone',
  no_seat_to_ask: 'refusal.cannot_ask',
  no_spectators: 'refusal.no_watching',
  no_such_die: 'refusal.no_die',
  no_such_slot: 'refusal.no_stack',
  no_such_table: 'refusal.no_table',
  no_turn_to_end: 'refusal.no_turn',
  no_undo_request: 'refusal.not_asked',
  not_a_one: 'refusal.only_one',
  not_an_entry: 'refusal.no_entry',
  not_away: 'refusal.self_already',
  not_in_hand: 'refusal.not_in_hand',
  not_joined: 'refusal.not_joined',
  not_on_mat: 'refusal.not_on_mat',
  not_over: 'refusal.not_over',
  not_seated: 'refusal.no_place',
  not_started: 'refusal.not_started',
  not_stored: 'refusal.unstored',
  not_your_seat: 'refusal.not_decider',
  not_your_turn: 'refusal.not_decider',
  nothing_to_draw: 'refusal.pile_empty',
  nothing_to_undo: 'refusal.nothing_back',
  out_too_early: 'refusal.out_early',
  out_while_pending: 'refusal.out_waits',
  place_free: 'refusal.place_free',
  place_taken: 'refusal.taken',
  players_only: 'refusal.players_rematch',
  record_hidden: 'refusal.record_later',
  rematch_made: 'refusal.next_table',
  round_not_begun: 'refusal.count_down',
  round_over: 'refusal.round_over',
  slot_free: 'refusal.no_stack',
  stopping: 'refusal.stopped',
  table_damaged: 'refusal.damaged',
  target_full: 'refusal.full',
  too_fast: 'refusal.too_fast',
  too_late_to_sit: 'refusal.started_watch',
  too_late_to_stand: 'refusal.started_leave',
  too_many_joined: 'refusal.many_joined',
  too_many_messages: 'refusal.slow_down',
  too_many_tables: 'refusal.many_tables',
  turn_held: 'refusal.turn_played',
  unavailable: 'refusal.soon',
  undo_pending: 'refusal.asked_already',
  version_behind: 'refusal.moved_on',
  wrong_clan: 'refusal.wrong_clan',
};

export function refusal_words({ code = '', why = '', late_ms }: RefusalReason): string {
  const key = refusals[code];
  const words = key ? t(key) : why;
  return late_ms === undefined ? words : t('refusal.beaten', { ms: late_ms, why: words });
}
