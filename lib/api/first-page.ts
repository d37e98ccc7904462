import { ApiError } from './problems'

/**
 * Reads a page of a list whose cursor comes from the page's address: from the beginning if the list does not know the
 * cursor, because an address may be old, cut short or made up.
 */
export async function readFromCursor<Answer>(
  cursor: string | null | undefined,
  read: (cursor: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await read(cursor ?? undefined)
  } catch (error) {
    if (!cursor || !isOfCursor(error)) throw error
    return read(undefined)
  }
}

function isOfCursor(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.code === 'invalid_input' &&
    error.problem.errors?.some(({ path }) => path === 'cursor') === true
  )
}
