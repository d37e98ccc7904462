/** Safari reads the file after the click, and on a phone only once the person has agreed to the download. */
const READ_WITHIN_MS = 60_000

/** Downloads a file that the page created or read. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}
