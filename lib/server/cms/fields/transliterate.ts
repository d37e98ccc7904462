/** Ukrainian letters in Latin, after the Cabinet's resolution 55 of 2010 (not at the start of a word). */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y', і: 'i', ї: 'i', й: 'i',
  к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch',
  ш: 'sh', щ: 'shch', ю: 'iu', я: 'ia', ы: 'y', э: 'e', ё: 'e',
}

const MAXIMUM_LENGTH = 80

/** A title as an address: lower-case Latin letters, digits and single hyphens, at most 80 characters. */
export function slugify(title: string): string {
  const latin = [...title.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('')
  return latin
    .replace(/['’ʼ]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAXIMUM_LENGTH)
    .replace(/-+$/, '')
}
