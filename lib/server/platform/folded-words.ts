const LATIN = 'abceikmhopctxy'
const CYRILLIC = 'авсеікмнорстху'

/** The words of a text without regard to case, apostrophes and look-alike Latin letters. */
export function foldedWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/['’ʼ‘`´]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => [...word].map((letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter).join(''))
}
