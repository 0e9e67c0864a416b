// boardgame.io's own server with its storage in memory. node boardgame_server.mjs PORT
import { createRequire } from 'node:module';
import { mark, new_board } from './crosses.mjs';

const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');
const crosses = {
  name: 'crosses',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ board: new_board() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => (mark(G.board, cell, Number(playerID)) ? undefined : INVALID_MOVE),
  },
};
await Server({ games: [crosses], origins: ['*'] }).run({ port: Number(process.argv[2]) });
