// Hosts say why they refuse in English (docs/protocol.md). These are the sentences that a page can meet; what
// is not among them is shown as it came.

import { t, type Key } from './i18n.svelte';

// A sentence of the host, with {holes} for what varies, and how we say it.
export const refusals: [string, Key][] = [
  ['you have no place at this table: take one, or watch', 'refusal.no_place'],
  ['the game has not started yet', 'refusal.not_started'],
  ['the game is over', 'refusal.over'],
  ['the match is over', 'refusal.over'],
  ['the game is over already', 'refusal.over'],
  ['the game was given up', 'refusal.over'],
  ['the game has started already: you can watch it', 'refusal.started_watch'],
  ['the game has started: leave your place to a bot, or resign', 'refusal.started_leave'],
  ['the game has started already', 'refusal.started'],
  ['this place is taken: choose another one', 'refusal.taken'],
  ['somebody sits there', 'refusal.taken'],
  ['you have a place already: stand up first to take another one', 'refusal.seated'],
  ['there is no bot in that place', 'refusal.no_bot'],
  ['a place is still free: wait for somebody, or put a bot there', 'refusal.place_free'],
  ['the turn is played: end it with done, or take something back', 'refusal.turn_played'],
  ['you do not decide for that seat', 'refusal.not_decider'],
  ['another seat has to decide now', 'refusal.not_decider'],
  ["it is the other side's turn", 'refusal.not_decider'],
  ['the round is over: the next one begins soon', 'refusal.round_over'],
  ['the round was over by that time (R15)', 'refusal.round_over'],
  ['the round has not begun yet: wait for the count-down', 'refusal.count_down'],
  ['the round has not started: the decks come first', 'refusal.count_down'],
  ['the table has moved on, it is at version {version}: look again, and decide anew', 'refusal.moved_on'],
  ['beaten by {ms} ms: {why}', 'refusal.beaten'],
  ['there is no turn of yours to end', 'refusal.no_turn'],
  ['a bot plays for you already', 'refusal.bot_already'],
  ['a bot plays for you: come back first', 'refusal.bot_plays'],
  ['you play yourself already', 'refusal.self_already'],
  ['the game is not over yet', 'refusal.not_over'],
  ['there is a next table already', 'refusal.next_table'],
  ['there is nothing that you could take back', 'refusal.nothing_back'],
  ['you have asked already: wait for the answer', 'refusal.asked_already'],
  ['nobody has asked you', 'refusal.not_asked'],
  ['you have answered already: wait for the others', 'refusal.answered_already'],
  ['only the host puts bots in places', 'refusal.host_bots'],
  ['only the host starts the game; others say ready', 'refusal.host_starts'],
  ['relaxed time needs a bank of 10 to 86400 seconds and 0 to 3600 for each move', 'refusal.time'],
  ['slow time needs 1 to 30 days for each move', 'refusal.time'],
  ['there is no such table on this device', 'refusal.local_table'],
  ['there is no such table: the link may be wrong or old', 'refusal.no_table'],
  ['this table cannot be read at the moment: try again soon', 'refusal.soon'],
  ['the store does not answer at the moment: try again soon', 'refusal.soon'],
  ['this cannot be done at the moment: try again soon', 'refusal.soon'],
  ['this cannot be looked up at the moment: try again soon', 'refusal.soon'],
  ['this table is damaged: tell whoever runs the server', 'refusal.damaged'],
  ['you have too many open tables: finish one, or stand up and part where it waits', 'refusal.many_tables'],
  ['nobody may watch this table: its record can be had when the game is over', 'refusal.record_later'],
  ['the record has hidden cards in it: it can be had when the game is over', 'refusal.record_later'],
  ['nobody may watch this table', 'refusal.no_watching'],
  ['the game has begun, and nobody may watch this table', 'refusal.no_watching'],
  ['you look at too many tables at once: part from one first', 'refusal.many_joined'],
  ['you have not joined this table', 'refusal.not_joined'],
  ['join the table first', 'refusal.not_joined'],
  ['only those who played can ask for another game', 'refusal.players_rematch'],
  ['a line of chat has 1 to 300 characters', 'refusal.chat'],
  ['this could not be stored, and has not happened: {why}', 'refusal.unstored'],
  ['this could not be stored: {why}', 'refusal.unstored'],
  ['a name has 1 to 24 characters that can be seen, and no blanks at its ends', 'refusal.name'],
  ['this name belongs to somebody else: choose another one', 'refusal.name_taken'],
  ['the server is being stopped', 'refusal.stopped'],
  ['too many messages', 'refusal.slow_down'],
  ['too many messages at once: slow down', 'refusal.slow_down'],
  ['a corner was reached: answer take or leave first (D12)', 'refusal.answer_first'],
  ['there is nothing to take or leave', 'refusal.no_answer'],
  ['no stone of the side to move can leave that segment', 'refusal.no_stone'],
  ['that stone is held by a stone of its own side (D9)', 'refusal.held'],
  ['the target segment has two stones already (D10)', 'refusal.full'],
  ['no unused die has that number (D8)', 'refusal.no_die'],
  ['no such stone is on the mat (D13)', 'refusal.not_on_mat'],
  ['that segment is not an entry of this side (D13)', 'refusal.no_entry'],
  ['that die can enter a stone, so it must (entry is compulsory)', 'refusal.must_enter'],
  ['a die can enter a stone, so there is no escape now', 'refusal.must_enter'],
  ['an escape is only possible before a die is used (D14)', 'refusal.late_escape'],
  ['an entangled stone escapes by the smaller die (D14)', 'refusal.small_die'],
  ['that card is not among the cards that this seat can play', 'refusal.not_in_hand'],
  ['that card is not in the hand', 'refusal.not_in_hand'],
  ["the card in front of a seat is of that seat's own clan (S6)", 'refusal.wrong_clan'],
  ['an asked seat must play a card itself (S7)', 'refusal.asked_plays'],
  ['there is no such seat to ask', 'refusal.cannot_ask'],
  ['a seat cannot ask itself (S7)', 'refusal.cannot_ask'],
  ['that seat has no card of the clan that it could play (S7, S17)', 'refusal.cannot_ask'],
  ['only the two-player game has face-down cards (S13)', 'refusal.no_column'],
  ['that column has no face-down card', 'refusal.no_column'],
  ['that face-down card is of the other clan (S17)', 'refusal.no_column'],
  ['a face-up card of that clan must be played or asked for first (S17)', 'refusal.face_up_first'],
  ["too fast after that player's last card (R11)", 'refusal.too_fast'],
  ['there is no such slot (R5)', 'refusal.no_stack'],
  ['there is no stack in that slot', 'refusal.no_stack'],
  ["that card does not fit on the stack's top card (R7)", 'refusal.no_fit'],
  ['a card of that player is on its way onto this stack already (R12)', 'refusal.on_its_way'],
  ['only a 1 opens a stack (R6)', 'refusal.only_one'],
  ['there is no free slot for a new stack (R5)', 'refusal.no_slot'],
  ['the draw pile is empty, so nothing can be discarded (R9)', 'refusal.pile_empty'],
  ['out is only possible with an empty draw pile (R14)', 'refusal.out_early'],
  ['out is not possible while an own card is on its way (R14)', 'refusal.out_waits'],
];

const patterns = refusals.map(([sentence, key]) => {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*)');
  return { pattern: new RegExp(`^${escaped}$`), key };
});

export function refusal_words(why: string): string {
  for (const { pattern, key } of patterns) {
    const match = pattern.exec(why);
    if (!match) continue;
    const parts = Object.entries(match.groups ?? {}).map(([name, text]) => [
      name,
      name === 'why' ? refusal_words(text) : text,
    ]);
    return t(key, Object.fromEntries(parts) as Record<string, string>);
  }
  return why;
}
