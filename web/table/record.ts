// The game as a record (docs/records.md): from the server, or written from what this page was told.

import { notify } from '../lib/announce.svelte';
import { download } from '../lib/download';
import { t } from '../lib/i18n.svelte';
import { refusal_words, type RefusalReason } from '../lib/refusals';
import type { TableModel } from './model.svelte';

export async function record_text(model: TableModel): Promise<string> {
  if (!model.connection.offline) {
    const answer = await fetch(`/api/tables/${encodeURIComponent(model.id)}/record`);
    if (answer.ok) return answer.text();
    const told = (await answer.json().catch(() => ({}))) as RefusalReason;
    throw new Error(refusal_words(told) || t('problem.record'));
  }
  return own_record(model);
}

export function own_record(model: TableModel): string {
  const info = model.info!;
  const header: Record<string, unknown> = { hgr: 1, game: info.game };
  if (info.edition) header['edition'] = info.edition;
  header['options'] = info.options;
  header['names'] = info.places.map((_, place) => model.place_name(place));
  if (info.fair?.secret) header['fair'] = { v: 1, ...info.fair };
  const lines = [header, ...model.events] as unknown[];
  if (model.result) lines.push({ result: model.result });
  return lines.map((line) => JSON.stringify(line)).join('\n') + '\n';
}

export async function download_record(model: TableModel) {
  try {
    const text = await record_text(model);
    download(`${model.info!.game}-${model.id}.hgr`, text);
  } catch (error) {
    notify((error instanceof Error && error.message) || t('problem.record'), 'wrong');
  }
}
