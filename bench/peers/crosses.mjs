// Noughts and crosses without end: when the board is full or somebody has a line, it is wiped. What the servers that we
// compare with play, as there is no dragons for them.
const lines = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number));

export const new_board = () => new Array(9).fill(null);

/** Puts a seat's mark on a cell; false if that is not legal. */
export function mark(board, cell, seat) {
  if (!Number.isInteger(cell) || cell < 0 || cell > 8 || board[cell] !== null) return false;
  board[cell] = seat;
  const won = lines.some((line) => line.every((at) => board[at] === seat));
  if (won || board.every((at) => at !== null)) board.fill(null);
  return true;
}

/** Cells in an order that fills the board without a line, seat 0 first. */
export const moves = [4, 0, 8, 2, 1, 7, 6, 5, 3];
