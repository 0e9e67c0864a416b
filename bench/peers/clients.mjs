// People at our server and at those we compare it with. `open` seats two at a match and returns move(seat, cell);
// `on_turn(seat)` is called when a seat has received the other's move.
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
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

async function open_boardgame(port, _id, on_turn) {
  const games = `http://127.0.0.1:${port}/games/crosses`;
  const { matchID } = await post(`${games}/create`, { numPlayers: 2 });
  const people = [];
  let state_id = 0;
  for (const seat of ['0', '1']) {
    const { playerCredentials } = await post(`${games}/${matchID}/join`, {
      playerID: seat,
      playerName: `seat ${seat}`,
    });
    const socket = io(`http://127.0.0.1:${port}/crosses`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
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

// Our own, by the same client: game after game of dragons, with whatever is legal.
async function open_hotaka(port, _id, on_turn) {
  const people = [];
  let table;
  let version = -1;
  let legal;
  let asked = 0;
  let moved = false;
  let starts;
  const beginner = new Promise((known) => {
    starts = known;
  });
  const ask = ({ socket, answers }, message) =>
    new Promise((answered) => {
      answers.set(++asked, answered);
      socket.send(JSON.stringify({ ...message, n: asked }));
    });
  async function begin() {
    const [first, second] = people;
    if (table) for (const person of people) await ask(person, { type: 'part', table });
    version = -1;
    ({ table } = await ask(first, { type: 'create', game: 'dragons', open: false }));
    await ask(first, { type: 'sit', table, place: 0 });
    await ask(second, { type: 'join', table });
    await ask(second, { type: 'sit', table, place: 1 });
    await ask(first, { type: 'ready', table });
    await ask(second, { type: 'ready', table });
  }
  function hear(seat, message) {
    if (message.type === 'refused') throw new Error(message.why);
    const { answers } = people[seat];
    answers.get(message.to)?.(message);
    answers.delete(message.to);
    if (message.table !== table || !message.legal) return;
    if (message.result) {
      if (seat === 0) begin();
      return;
    }
    const own = message.legal[seat];
    if (!own || message.version <= version) return;
    ({ version } = message);
    legal = own;
    if (moved) on_turn(seat);
    else starts(seat);
  }
  for (const seat of [0, 1]) {
    const { token } = await post(`http://127.0.0.1:${port}/api/session`, { bearer: true });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise((opened, failed) => socket.once('open', opened).once('error', failed));
    people.push({ socket, answers: new Map() });
    socket.on('message', (bytes) => hear(seat, JSON.parse(bytes)));
  }
  await begin();
  const first = await beginner;
  return (seat) => {
    const turn = moved ? seat : first;
    moved = true;
    const action = legal[Math.floor(Math.random() * legal.length)];
    people[turn].socket.send(JSON.stringify({ type: 'act', table, version, do: action }));
  };
}

export const openers = { hotaka: open_hotaka, ws: open_ws, 'boardgame.io': open_boardgame };
