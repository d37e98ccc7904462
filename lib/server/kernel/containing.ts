/** A pattern of `ilike` for texts that contain this one; null for nothing to look for. */
export function containing(text: string | undefined): string | null {
  return text ? `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null
}
