// Every position of a record, computed by the WebAssembly module with the rules themselves.

import { load_module, type Module } from '../lib/wasm';
import type { Result } from '../lib/protocol';

export interface Position {
  view: string;
  actors: number[];
  seating?: (number | null)[];
}

export interface Positions {
  list: Position[]; // [0] is the start
  error: string | null;
  result: Result | null;
}

let module: Promise<Module> | undefined;

export async function positions_of(record: string): Promise<Positions> {
  module ??= load_module();
  const host = await module.catch((error: unknown) => {
    module = undefined;
    throw error;
  });
  host.call('positions', record);
  const out: Positions = { list: [], error: null, result: null };
  for (const line of host.output().split('\n')) {
    if (!line) continue;
    const one = JSON.parse(line) as {
      view?: string;
      actors?: number[];
      seating?: (number | null)[];
      error?: string;
      result?: Result;
    };
    if (one.error) out.error = one.error;
    else if (one.result) out.result = one.result;
    else
      out.list.push({
        view: one.view ?? '',
        actors: one.actors ?? [],
        ...(one.seating ? { seating: one.seating } : {}),
      });
  }
  return out;
}
