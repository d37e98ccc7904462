import { ACCEPTED_ENDINGS } from './media-types'

/** Reorders what stands after it on the screen: `gnp.exe` would be read as `exe.png`. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The name that a file is shown under: without folders, control characters, reordering and quotation marks, with the ending of its type. */
export function shownName(name: string, mediaType: string): string {
  const endings = ACCEPTED_ENDINGS[mediaType] ?? []
  const last = name.normalize('NFC').toWellFormed().replace(BIDI, '').split(/[\\/]/).at(-1) ?? ''
  const clean = [...last].filter((character) => character >= ' ' && character !== '\u007f' && !'"<>:|?*'.includes(character)).join('').trim()
  const dot = clean.lastIndexOf('.')
  const stem = (dot > 0 ? clean.slice(0, dot) : clean).slice(0, 150) || 'document'
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : ''
  return `${stem}.${endings.includes(ending) ? ending : endings[0]}`
}
