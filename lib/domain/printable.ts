/** The code points that every font of lib/fonts has, apart from controls and invisible ones, for a character class with the flag `u`. */
const PRINTABLE =
  ' -~\\u00A0-\\u00AC\\u00AE-\\u0377\\u037A-\\u037F\\u0384-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03E1\\u03F0-\\u052F' +
  '\\u1C80-\\u1C88\\u1E00-\\u1F15\\u1F18-\\u1F1D\\u1F20-\\u1F45\\u1F48-\\u1F4D\\u1F50-\\u1F57\\u1F59\\u1F5B\\u1F5D' +
  '\\u1F5F-\\u1F7D\\u1F80-\\u1FB4\\u1FB6-\\u1FC4\\u1FC6-\\u1FD3\\u1FD6-\\u1FDB\\u1FDD-\\u1FEF\\u1FF2-\\u1FF4\\u1FF6-\\u1FFE' +
  '\\u2000-\\u200A\\u2010-\\u2027\\u202F-\\u205F\\u2070-\\u2071\\u2074-\\u208E\\u2090-\\u209C\\u20A0-\\u20BF\\u2100-\\u218B' +
  '\\u2190-\\u23B6\\u23BE-\\u23EA\\u23ED-\\u23EF\\u23F1-\\u23FF\\u2460-\\u24FF\\u25A0-\\u2704\\u2706-\\u2709\\u270B-\\u2727' +
  '\\u2729-\\u274B\\u274D\\u274F-\\u2753\\u2756-\\u2794\\u2798-\\u27AF\\u27B1-\\u27BE\\u27E0-\\u27FF\\u2900-\\u297F' +
  '\\u2A00-\\u2B73\\u2B76-\\u2B95\\u2B97-\\u2BFF\\u2C60-\\u2C7F\\u2DE0-\\u2DFF\\uA640-\\uA69F\\uA720-\\uA7BF\\uA7C2-\\uA7CA' +
  '\\uA7F5-\\uA7FF\\uFB00-\\uFB06\\uFE20-\\uFE2F\\uFFFD'

const UNPRINTABLE = new RegExp(`[^${PRINTABLE}\n]`, 'u')
const EACH_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu')
/** With U+0085, the line end of old mainframes. */
const SPACE = /[\s\p{Zs}\u0085]/u
/** Soft hyphens, joiners, direction marks, variation selectors and controls: printed, they would be boxes. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]|(?![\s\u0085])\p{Cc}/u

/**
 * The text as documents and pictures print it: no letter is lost. Invisible characters are dropped, spaces that the fonts lack become
 * ordinary ones, and a letter of another script is spelled by its number, as in "[U+6771]".
 *
 * @param spell returns the replacement for a letter of another script
 */
export function printableText(text: string, spell: (letter: string) => string = spelledByNumber): string {
  const composed = text.normalize('NFC')
  if (!UNPRINTABLE.test(composed)) return composed
  return composed.replace(EACH_UNPRINTABLE, (letter) => {
    if (INVISIBLE.test(letter)) return ''
    if (SPACE.test(letter)) return ' '
    return spell(letter)
  })
}

function spelledByNumber(letter: string): string {
  return `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Whether documents print each visible letter of the text as it is typed. */
export function isPrintable(text: string): boolean {
  return printableText(text, () => '') === printableText(text, () => '?')
}
