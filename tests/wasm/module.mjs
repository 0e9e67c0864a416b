// Loads a WebAssembly module of ours. It may ask for nothing but a way to print a last word.
import { readFileSync } from 'node:fs';

const allowed = ['fd_close', 'fd_seek', 'fd_write'];

export function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const imports = WebAssembly.Module.imports(module).map((one) => one.name);
  const foreign = imports.filter((name) => !allowed.includes(name));
  const wasi = Object.fromEntries(allowed.map((name) => [name, () => 8]));
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
  instance.exports._initialize();
  return { api: instance.exports, foreign };
}

export function put(api, text) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const place = api.input_buffer(bytes.length);
  new Uint8Array(api.memory.buffer, place, bytes.length).set(bytes);
  return bytes.length;
}

export function output(api) {
  const bytes = new Uint8Array(api.memory.buffer, api.output_text(), api.output_size());
  return new TextDecoder().decode(bytes);
}

export function zero_ended(api, place) {
  const bytes = new Uint8Array(api.memory.buffer);
  let end = place;
  while (bytes[end] !== 0) ++end;
  return new TextDecoder().decode(bytes.subarray(place, end));
}
