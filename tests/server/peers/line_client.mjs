// line_client.mjs MODULE URL TOKEN: as line_client.py, with the module ws at that path.
import { createInterface } from 'node:readline';

const [module, url, token] = process.argv.slice(2);
const { default: WebSocket } = await import(module);
const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${token}` } });
socket.on('message', (data) => console.log(data.toString()));
socket.on('close', (code) => {
  console.log(`closed ${code}`);
  process.exit(0);
});
socket.on('open', () => {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => socket.send(line));
  lines.on('close', () => socket.close(4321, 'good-bye'));
});
