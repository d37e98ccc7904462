const NAMES: Record<string, string> = {
  'application/msword': 'DOC',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'image/svg+xml': 'SVG',
  'text/plain': 'TXT',
}

/** "PDF", "DOCX": how people call a kind of file, the same in every language. */
export function fileTypeName(mediaType: string): string {
  return NAMES[mediaType] ?? (mediaType.split('/')[1] ?? mediaType).toUpperCase()
}
