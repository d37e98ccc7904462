import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { ACCEPTED_ENDINGS } from '@/lib/contract/documents'
import { isPassivePdf } from './pdf'

/** More than any camera or scanner makes of a page. */
const MAX_PIXELS = 100_000_000

/** `refused`: not a kind of file that is taken, or one that acts by itself. `unreadable`: of a kind that is taken, but broken. */
export type Finding = { ok: true; mediaType: string } | { ok: false; code: 'file_type_refused' | 'file_unreadable' }

/**
 * Inspects a file's whole content. The file is a stranger's: run this only in the separate process with limits of time and memory
 * (inspector.ts).
 */
export async function inspectContent(path: string): Promise<Finding> {
  const content = await readFile(path)
  const mediaType = (await fileTypeFromBuffer(content))?.mime ?? ''
  if (!Object.hasOwn(ACCEPTED_ENDINGS, mediaType)) return { ok: false, code: 'file_type_refused' }
  try {
    if (mediaType === 'application/pdf')
      return (await isPassivePdf(content)) ? { ok: true, mediaType } : { ok: false, code: 'file_type_refused' }
    if (mediaType.startsWith('image/')) await decode(content)
    return { ok: true, mediaType }
  } catch {
    return { ok: false, code: 'file_unreadable' }
  }
}

/** Every pixel, row by row. @throws where some are missing, or there are too many. */
async function decode(content: Buffer): Promise<void> {
  await sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true }).stats()
}
