// The C ABI of the module: text goes in through a buffer and comes out as a pointer and a length.

export interface Module {
  call(name: string, text?: string, ...numbers: number[]): number;
  output(): string;
  has(name: string): boolean;
}

type Exports = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

export async function load_module(url = '/hotaka.wasm'): Promise<Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const module = await WebAssembly.compile(await answer.arrayBuffer());
  const instance = await WebAssembly.instantiate(module); // it asks for nothing
  const api = instance.exports as unknown as Exports;
  api['_initialize']?.();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    has: (name) => typeof api[name] === 'function',
    call(name, text, ...numbers) {
      if (text === undefined) return api[name]!(...numbers);
      const bytes = encoder.encode(text);
      const place = api['input_buffer']!(bytes.length);
      new Uint8Array(api.memory.buffer, place, bytes.length).set(bytes);
      return api[name]!(bytes.length, ...numbers);
    },
    output() {
      const place = api['output_text']!();
      return decoder.decode(new Uint8Array(api.memory.buffer, place, api['output_size']!()).slice());
    },
  };
}
