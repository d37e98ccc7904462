import { describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Replaced terms, each with the standard one (docs/architecture.md, Vocabulary). */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z]*Desk\b|\bdesks?\b/i, 'bid queue, or office for the back office'],
  [/\b(?:BiddingBooks|createBooks|bookOf|books?)\b/, 'snapshot, streams'],
  [/\bjournals?\b/i, 'loaded stream'],
  [/\b(?:openPen|Pen)\b/, 'appender'],
  [/\bAuctionFacts?\b|\bfactOf\b|\bfactsOf\b|\bRefusalFacts\b/, 'event, recorded event'],
  [/\bShowing\w*|'showing-/, 'queries'],
  [/\bcreateArrivals\b|\bArrivals?\b|\bKeptAnswers?\b|\bkept answers?\b/, 'in-flight bids, idempotency records'],
  [/\b\w*allowances?\b/i, 'rate limit'],
  [/\badmitWatcher\b|\bAdmission desk\b/, 'authorize'],
  [/\b\w*ticker\b|\bappointments?\b|\bdue-auctions\b/i, 'scheduler, due times'],
  [/\b(?:post|push)[- ]?office\b/i, 'mail worker, push worker'],
  [/\bcreateRounds\b|\bRounds\b/, 'poll loop'],
  [/\bcreatePress\b|\bcreatePlaces\b|\bKeptFiles\b/, 'PDF cache, links'],
  [/\bkept-?pages\b|\bpage-?shelf\b|\bcreateShelf\b|\bshelf\b|\bask-?once\b/i, 'response cache, LRU, loopback fetch'],
  [/\bcreateKept\b|\bsettleDatabase\b|\bsettle-database\b/, 'memoize, resolve database'],
  [/\bBand[A-Z]\w*|\b(?:data-|--)band\b/, 'PageHeader'],
  [/(?<!audit )\btrail\b|\brungs?\b|\bSecondLook\b|\bsecond-look\b/i, 'breadcrumbs, RankingRow, ConfirmBidDialog'],
  [/\b(?:use)?Deeds?\b|\b(?:use)?glides?\b/i, 'mutation, FLIP'],
  [
    /\bKnownUser\b|\bStopLetters\b|\bLAST_WORDS\b|\borEmpty\b/,
    'IdentifyUser, UnsubscribeForm, fallbackMessages, asRequired',
  ],
  [/\bMOST(?:_[A-Z_]+)?\b|\bLONGEST(?:_[A-Z_]+)?\b|\bmost[A-Z]\w*|\blongest[A-Z]\w*/, 'MAX_…, max…'],
  [/\bleases?\b|\bdeciders?\b|\bcreateDeciding\b|\bdeciding server\b/i, 'leader, leadership'],
  [/\brestamp\w*|\bwatermarks?\b/i, 'the order of receipt, received_at'],
  [/\b(?:master|slave) (?:server|process)\b/i, 'leader, follower; primary, worker for processes'],
  [/\bpass(?:es|ed|ing)? (?:bids|theirs|them) on\b/i, 'forward'],
]

/** Texts for users, generated files and decisions. */
const EXCLUDED =
  /migrations\/|payload-types|importMap|package-lock|messages\/|docs\/decisions|translations\/|vocabulary\.test/

function sources(): string[] {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  return paths.filter((path) => /\.(?:ts|tsx|mjs|cjs|css|md)$/.test(path) && !EXCLUDED.test(path))
}

describe('the vocabulary of the code', () => {
  it('uses the standard terms', () => {
    const violations = sources().flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          REPLACED.filter(([word]) => word.test(line)).map(
            ([word, instead]) => `${path}:${index + 1} “${word.exec(line)?.[0]}”: say ${instead}`,
          ),
        ),
    )
    expect(violations).toEqual([])
  })
})
