// Loads a WebAssembly module of ours, which asks for nothing: no clock, file, socket or randomness.
import { readFileSync } from 'node:fs';

export function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const imports = WebAssembly.Module.imports(module).map((one) => one.name);
  if (imports.length > 0) throw new Error(`${path} asks for ${imports.join(', ')}`);
  const instance = new WebAssembly.Instance(module);
  instance.exports._initialize();
  return { api: instance.exports };
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
