import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Weight = 400 | 600 | 700

const WEIGHTS: readonly Weight[] = [400, 600, 700]
const SCRIPTS = { latin: 'Onest', cyrillic: 'Onest Cyrillic' } as const

let fonts: Promise<{ name: string; data: Buffer; weight: Weight; style: 'normal' }[]> | null = null

/** The site's own type for pictures, from its package; read once. */
export function ogFonts() {
  fonts ??= Promise.all(
    WEIGHTS.flatMap((weight) =>
      (Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]).map(async (script) => ({
        name: SCRIPTS[script],
        data: await readFile(join(process.cwd(), 'node_modules/@fontsource/onest/files', `onest-${script}-${weight}-normal.woff`)),
        weight,
        style: 'normal' as const,
      })),
    ),
  )
  return fonts
}
