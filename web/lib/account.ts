// The account API of docs/protocol.md: requests that the browser's cookie answers for.

import { Refusal } from './connection';
import { t, type Key } from './i18n.svelte';
import { refusal_words, type RefusalReason } from './refusals';

export interface Who {
  person: string;
  name: string;
  claimed: boolean;
}

// A device that is logged in.
export interface Session {
  id: string;
  created: number;
  last_seen: number;
  device: string;
  current: boolean;
}

// What only this API refuses.
const own_refusals: Record<string, Key> = {
  has_tables: 'refusal.has_tables',
  no_such_session: 'refusal.no_such_session',
  not_claimed: 'refusal.not_claimed',
};

// Sends a request; throws a Refusal in the reader's language.
async function request(path: string, body?: object): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(
      `/api/${path}`,
      body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new Refusal(t('problem.server'));
  }
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as RefusalReason;
  const own = own_refusals[told.code ?? ''];
  throw new Refusal((own ? t(own) : refusal_words(told)) || t('problem.server'), told.code);
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await request(path, body);
  try {
    return (await answer.json()) as T;
  } catch {
    throw new Refusal(t('problem.server')); // a file server may answer with a page
  }
}

export const who_am_i = (name = '') => ask<Who>('session', name ? { name } : {});
export const claim = (name: string, password: string) => ask<Who>('claim', { name, password });
export const log_in = (name: string, password: string) => ask<Who>('login', { name, password });
export const log_out = (everywhere: boolean) => ask<object>(everywhere ? 'logout-everywhere' : 'logout', {});
export const change_password = (old: string, next: string) => ask<Who>('password', { old, new: next });
export const sessions = async () => (await ask<{ sessions: Session[] }>('sessions')).sessions;
export const end_session = (id: string) => ask<object>('sessions/end', { id });
export const my_data = async () => (await request('me/export')).text();
export const delete_me = (password: string) => ask<object>('me/delete', password ? { password } : {});
