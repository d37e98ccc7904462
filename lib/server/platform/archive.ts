/** Limits of an untrusted zip. The upload check and the reader share them, so that every accepted file can be read. */
export const MAX_ARCHIVE_ENTRIES = 200
/** Of all entries together, unpacked. */
export const MAX_ARCHIVE_BYTES = 128 * 1024 * 1024

const MAX_NAME_LENGTH = 250

/** Whether an entry's name is a path inside the archive on every file system. */
export function isPlainEntryName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    name !== '__proto__' &&
    !/^[/~]|\\|^[A-Za-z]:|\p{Cc}/u.test(name) &&
    name.split('/').every((part) => part !== '..' && part !== '.')
  )
}
