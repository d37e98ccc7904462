/** What keeps the embedded database from starting; the message is a sentence for the person who starts the portal. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

const reasons: [pattern: RegExp, sentence: string][] = [
  [/No space left on device|Disk quota exceeded/i, 'The disk is full: the database needs about 100 MB to begin with.'],
  [/could not create shared memory|Cannot allocate memory/i, 'There is not enough memory for the database.'],
  [/Read-only file system/i, 'The data directory lies on a read-only file system.'],
  [/Permission denied|Operation not permitted/i, 'The database may not read or write its data directory.'],
  [/database files are incompatible/i, 'The data directory was written by another version of PostgreSQL.'],
  [/pre-existing shared memory block/i, 'An earlier database server still uses this data directory.'],
  [/lock file .* already exists/i, 'Another database server uses this data directory.'],
  [/error while loading shared libraries|not found \(required by/i, 'A system library that PostgreSQL needs is missing.'],
]

/** PostgreSQL's own output turned into a sentence, with its last lines kept below for whoever needs them. */
export function explainOutput(what: string, output: string): EmbeddedError {
  const tail = output.trim().split('\n').slice(-5).join('\n')
  const known = reasons.find(([pattern]) => pattern.test(output))?.[1]
  return new EmbeddedError([`${what}${known === undefined ? '.' : `: ${known}`}`, tail].filter(Boolean).join('\n'))
}

/** A file operation's error turned into a sentence. */
export function explainFileError(what: string, error: unknown): EmbeddedError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentences: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'a file of this name is in the way',
  }
  const reason = sentences[code] ?? (error instanceof Error ? error.message : String(error))
  return new EmbeddedError(`${what}: ${reason}.`, { cause: error })
}
