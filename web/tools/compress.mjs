// After the build: writes FILE.br and FILE.gz beside each file that is smaller so, for the server to choose from.
//   node tools/compress.mjs FOLDER
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
for (const file of files) {
  const plain = readFileSync(file);
  const gzip = gzipSync(plain, { level: 9 });
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  if (gzip.length < plain.length) writeFileSync(`${file}.gz`, gzip);
  if (brotli.length < Math.min(plain.length, gzip.length)) writeFileSync(`${file}.br`, brotli);
}
