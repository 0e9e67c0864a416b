// After the build: tells the service worker which files make up the page, and their version.
//   node tools/worker.mjs FOLDER
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
  .map((entry) =>
    join(entry.parentPath ?? entry.path, entry.name)
      .slice(folder.length)
      .replace(/^\/*/, '/'),
  )
  .sort();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
const path = join(folder, 'sw.js');
const text = readFileSync(path, 'utf8')
  .replace('__VERSION__', hash.digest('hex').slice(0, 12))
  .replace('/*__FILES__*/ []', JSON.stringify(['/', ...files]));
writeFileSync(path, text);
