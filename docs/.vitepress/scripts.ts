import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inline = /<script(?<attributes>(?: id="[^"]*")?)>(?<code>[\s\S]*?)<\/script>/g;

/** Moves the inline scripts of a page into files: the server's Content-Security-Policy runs no inline script. */
export function withoutInlineScripts(
  html: string,
  { outDir, base }: { outDir: string; base: string },
) {
  return html.replaceAll(inline, (_all, attributes: string, code: string) => {
    const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    writeFileSync(join(outDir, name), code);
    return `<script${attributes} src="${base}${name}"></script>`;
  });
}
