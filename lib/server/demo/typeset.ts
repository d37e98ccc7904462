const NO_BREAK = '\u00A0'
const JOINER = '\u2060'
const UNITS = '%|°C|т|t|кг|kg|кПа|kPa|МДж|MJ|млн|тис|тыс|МБ|КБ|грн|UAH|млрд|км|km|м³|m³'

/** A number keeps to its unit and the sign № to its number; "сб–нд" and "36,20–38,30" are not torn at their dash. */
export function typeset(text: string): string {
  return text
    .replace(new RegExp(`(\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu'), `$1${NO_BREAK}`)
    .replace(/(№|No\.) (?=[\p{L}\d])/gu, `$1${NO_BREAK}`)
    .replace(/([\p{L}\d])–(?=[\p{L}\d])/gu, `$1–${JOINER}`)
}
