// Serves the built page the way the server does: strict policy, no network but this machine.
// Prints its address.
//   node e2e/static.mjs FOLDER
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const [folder] = process.argv.slice(2);
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
};
export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
  if (path.startsWith('/api')) {
    response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"why":"only files here"}');
    return;
  }
  try {
    const body = await readFile(join(folder, path === '/' ? 'index.html' : path));
    response
      .writeHead(200, {
        'Content-Type': types[extname(path)] ?? types['.html'],
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
      })
      .end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
