const ENDINGS = (
  'com net org info biz eu io me cc co pro app dev link click site online shop store top xyz club live space website tech ly gg tv ' +
  'pl uk ua ru kz su укр рф бел қаз'
).replaceAll(' ', '|')

/**
 * An address that a mail program or a feed reader would turn into a link: with a scheme, an "@" or a well-known ending, a host with a
 * path, such as "t.me/offers", or one in Punycode. A sentence that begins without a space ("…є.Чи…") is none.
 */
const LINK = new RegExp(
  String.raw`\p{L}://|https?:|mailto:|www\.|[\p{L}\d]@[\p{L}\d]|[\p{L}\d]\.[a-z]{2,}(?::\d+)?/[^\s/]|[\p{L}\d]\.(?:${ENDINGS})(?![\p{L}\d-])|\bxn--[a-z\d]`,
  'iu',
)
/** The two letters of a country behind a host; "Yes.To the rack" is a sentence. */
const COUNTRY = /[a-zA-Z\d]\.(?:[a-z]{2}|[A-Z]{2})(?![\p{L}\d-])/u
/** An IPv4 address with a port or a path; "27.11.2026/1" has three numbers only. */
const NUMERIC = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+(?!\d)|\/\S)/

/** Whether a program that shows the text might turn a part of it into a link. */
export function hasLink(text: string): boolean {
  // Browsers treat these characters as dots in a host name, and ignore invisible ones.
  const plain = text.replace(/[\u3002\uff0e\uff61]/g, '.').replace(/\p{Cf}/gu, '')
  return [LINK, COUNTRY, NUMERIC].some((pattern) => pattern.test(plain))
}
