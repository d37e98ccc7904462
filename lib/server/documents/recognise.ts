import { fileTypeFromBuffer } from 'file-type'

/** What may be uploaded, by what the content is; the name's ending and the declared type are not believed. */
const accepted: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
}

/** Names in a PDF that make it act by itself when it is opened. */
const activePdf = /\/(JavaScript|JS|Launch|OpenAction\s*<<[^>]*\/S\s*\/(JavaScript|Launch)|RichMedia|XFA)\b/

/** The media type of an acceptable document, or null. */
export async function recogniseDocument(content: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(content)
  if (!found || !(found.mime in accepted)) return null
  if (found.mime === 'application/pdf' && activePdf.test(Buffer.from(content).toString('latin1'))) return null
  return found.mime
}

/** The name that a file is shown under: without folders, control characters and quotation marks, with the ending of its type. */
export function shownName(name: string, mediaType: string): string {
  const endings = accepted[mediaType] ?? []
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = [...last].filter((character) => character >= ' ' && character !== '\u007f' && !'"<>:|?*'.includes(character)).join('').trim()
  const dot = clean.lastIndexOf('.')
  const stem = (dot > 0 ? clean.slice(0, dot) : clean).slice(0, 150) || 'document'
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : ''
  return `${stem}.${endings.includes(ending) ? ending : endings[0]}`
}
