/** A text for machines, or that there is none. */
export function textResponse(text: string | null, type: string, more: Record<string, string> = {}): Response {
  if (text === null) return new Response(null, { status: 404 })
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff', ...more } })
}

export function calendarResponse(text: string | null, file: string): Response {
  return textResponse(text, 'text/calendar; charset=utf-8', { 'content-disposition': `inline; filename="${file.replace(/[^\w.-]/g, '')}"` })
}
