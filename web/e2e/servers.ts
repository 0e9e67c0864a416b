// The two servers that all tests share, each on a free port: one serves files alone, the other is Hotaka.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const program = process.env['HOTAKA'] ?? '../build/release/hotaka';

// Starts a program and resolves with the address in the first line that it prints.
export async function start(command: string, args: string[]): Promise<{ process: ChildProcess; address: string }> {
  const process = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise<string>((found, failed) => {
    process.on('error', failed);
    process.on('exit', (code) =>
      failed(new Error(`${command} ${args.join(' ')} ended with ${code} before it listened`)),
    );
    createInterface(process.stdout).on('line', (line) => {
      const match = /http:\/\/[\d.]+:\d+/.exec(line);
      if (match) found(match[0]);
    });
  });
  return { process, address };
}

// Kills a program and waits for its end: until then its port is not free, even if its connections are closed.
export async function end({ process }: { process: ChildProcess }) {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGKILL');
  await once(process, 'exit');
}

// Known to the workers by the environment that they inherit.
export const addresses = () => ({ files: process.env['E2E_FILES']!, online: process.env['E2E_ONLINE']! });

export default async function setup() {
  const data = mkdtempSync(join(tmpdir(), 'hotaka-e2e-'));
  const files = await start('node', ['e2e/static.mjs', '../build/web']);
  const online = await start(program, ['serve', '--port', '0', '--data', data, '--web', '../build/web']);
  process.env['E2E_FILES'] = files.address;
  process.env['E2E_ONLINE'] = online.address;
  return async () => {
    await Promise.all([files, online].map(end));
    rmSync(data, { recursive: true, force: true });
  };
}
