// An authoritative server as one writes it by hand on the package ws: JSON in, whose turn it is and what is legal
// checked, the whole state as JSON to both. It stores nothing. node ws_server.mjs PORT
import { WebSocketServer } from 'ws';
import { mark, new_board } from './crosses.mjs';

const matches = new Map();
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]) });
server.on('connection', (socket, request) => {
  const [id, seat_text] = request.url.slice(1).split('/');
  const seat = Number(seat_text);
  if (!matches.has(id)) matches.set(id, { sockets: [], state: { version: 0, turn: 0, board: new_board() } });
  const { sockets, state } = matches.get(id);
  sockets[seat] = socket;
  socket.on('message', (bytes) => {
    const { cell } = JSON.parse(bytes);
    if (state.turn !== seat || !mark(state.board, cell, seat)) {
      socket.send(JSON.stringify({ refused: true }));
      return;
    }
    state.version += 1;
    state.turn = 1 - seat;
    const text = JSON.stringify({ state });
    for (const each of sockets) each?.send(text);
  });
  socket.on('close', () => matches.delete(id));
});
