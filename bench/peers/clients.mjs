// People at the servers we compare with. `open` seats two at a match and returns move(seat, cell); `on_turn(seat)` is
// called when a seat has received the other's move.
import { io } from 'socket.io-client';
import WebSocket from 'ws';

async function open_ws(port, id, on_turn) {
  const sockets = [];
  for (const seat of [0, 1]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${id}/${seat}`, { perMessageDeflate: false });
    await new Promise((opened, failed) => socket.once('open', opened).once('error', failed));
    socket.on('message', (bytes) => {
      const { state, refused } = JSON.parse(bytes);
      if (refused) throw new Error('a legal move was refused');
      if (state.turn === seat) on_turn(seat);
    });
    sockets.push(socket);
  }
  return (seat, cell) => sockets[seat].send(JSON.stringify({ cell }));
}

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function open_boardgame(port, _id, on_turn) {
  const games = `http://127.0.0.1:${port}/games/crosses`;
  const { matchID } = await post(`${games}/create`, { numPlayers: 2 });
  const people = [];
  let state_id = 0;
  for (const seat of ['0', '1']) {
    const { playerCredentials } = await post(`${games}/${matchID}/join`, { playerID: seat, playerName: `seat ${seat}` });
    const socket = io(`http://127.0.0.1:${port}/crosses`, { transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise((opened, failed) => {
      socket.once('connect_error', failed);
      socket.once('sync', opened);
      socket.once('connect', () => socket.emit('sync', matchID, seat, playerCredentials, 2));
    });
    socket.on('update', (_match, state) => {
      if (state.ctx.currentPlayer !== seat) return;
      state_id = state._stateID;
      on_turn(Number(seat));
    });
    people.push({ socket, playerCredentials });
  }
  return (seat, cell) => {
    const { socket, playerCredentials: credentials } = people[seat];
    const payload = { type: 'mark', args: [cell], playerID: String(seat), credentials };
    socket.emit('update', { type: 'MAKE_MOVE', payload }, state_id, matchID, String(seat));
  };
}

export const openers = { ws: open_ws, 'boardgame.io': open_boardgame };
