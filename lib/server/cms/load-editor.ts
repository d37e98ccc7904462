/**
 * The editor's packages, each after those that it needs itself.
 *
 * Their builds for Node load their code by a top-level await; where several of those wait at once, as they do when the
 * whole graph is imported together, Node 20 at times never finishes the import (about one start in four hung, silently).
 * Imported one by one nothing waits for anything else.
 */
const PACKAGES = [
  'lexical',
  '@lexical/selection',
  '@lexical/utils',
  '@lexical/extension',
  '@lexical/html',
  '@lexical/list',
  '@lexical/clipboard',
  '@lexical/headless',
  '@lexical/a11y',
  '@lexical/table',
  '@lexical/dragon',
  '@lexical/rich-text',
  '@lexical/react/LexicalDecoratorBlockNode',
]

/** Call before anything imports Payload's rich text, that is, before its configuration. */
export async function loadEditor(): Promise<void> {
  for (const name of PACKAGES) await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ name)
}
