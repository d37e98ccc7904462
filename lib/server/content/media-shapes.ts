import type { Image, PublicFile } from '@/lib/contract/page-blocks'
import type { Language } from '@/lib/contract/primitives'
import type { Media } from '@/lib/server/cms/payload-types'
import { textIn } from '@/lib/server/content/languages'

export type MediaValue = Media | number | null | undefined

function addressOf(filename: string): string {
  return `/storage/media/${filename}`
}

/** A picture with its narrower copies; null for a file that is none, or that is gone. */
export function imageOf(media: MediaValue, language: Language): Image | null {
  if (typeof media !== 'object' || media === null) return null
  const { filename, width, height, mimeType } = media
  if (!filename || !width || !height || !mimeType?.startsWith('image/')) return null
  const sizes = Object.values(media.sizes ?? {}).flatMap((size) =>
    size.filename && size.width ? [{ url: addressOf(size.filename), width: Math.round(size.width) }] : [],
  )
  return { url: addressOf(filename), alt: textIn(media.alt, language), width: Math.round(width), height: Math.round(height), sizes: sizes.sort((one, other) => one.width - other.width) }
}

export function fileOf(media: MediaValue, name: string): PublicFile | null {
  if (typeof media !== 'object' || media === null || !media.filename) return null
  return { name, url: addressOf(media.filename), media_type: media.mimeType ?? 'application/octet-stream', bytes: media.filesize ?? 0 }
}

/** A picture's address alone; empty where there is none. */
export function addressOfImage(media: MediaValue): string {
  return typeof media === 'object' && media?.filename ? addressOf(media.filename) : ''
}
