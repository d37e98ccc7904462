import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { kyivTime } from '@/app/(cms)/office/times'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import type { SearchResults } from '@/lib/contract/manager-office'

export interface Hit {
  key: string
  title: string
  detail: string
  href: string
}

export interface HitGroup {
  title: string
  hits: Hit[]
}

/** What was found, as it is shown and where it leads; groups without a hit are left out. */
export function useHits(results: SearchResults | null): HitGroup[] {
  const { word, nameOf, locale } = useOffice()
  if (results === null) return []
  const groups: HitGroup[] = [
    {
      title: word('auctions'),
      hits: results.lots.map(({ id, number, title, state }) => ({
        key: `lot-${id}`,
        title: `${numberSign(number ?? '—', locale)} · ${title || word('untitled')}`,
        detail: word(`auction_${state}`),
        href: state === 'draft' ? `/admin/office/lots/${id}` : `/admin/collections/auctions/${id}/console`,
      })),
    },
    {
      title: word('companies'),
      hits: results.companies.map(({ id, name, edrpou, status }) => ({
        key: `company-${id}`,
        title: name,
        detail: `${edrpou} · ${word(`status_${status}`)}`,
        href: `/admin/office/accounts/${id}`,
      })),
    },
    {
      title: word('bids'),
      hits: results.bids.map((bid) => ({
        key: `bid-${bid.auction_id}-${bid.seq}`,
        title: `${numberSign(`${bid.auction_number}/${bid.seq}`, locale)} · ${bid.company_name}`,
        detail: `${formatPrice(bid.price, locale)} × ${formatQuantity(bid.quantity, locale)} · ${kyivTime(bid.received_at, locale, 'date')}`,
        href: `/admin/collections/auctions/${bid.auction_id}/console`,
      })),
    },
    {
      title: word('agreements'),
      hits: results.agreements.map(({ id, number, name, company_name: company, sum }) => ({
        key: `agreement-${id}`,
        title: `${number} · ${company}`,
        detail: [name, formatPrice(sum, locale)].filter(Boolean).join(' · '),
        href: `/admin/collections/agreements/${id}`,
      })),
    },
    {
      title: word('letters'),
      hits: results.letters.map(({ id, kind, subject, company_name: company, state, created_at: at }) => ({
        key: `letter-${id}`,
        title: subject ?? nameOf('letterkind', kind),
        detail: [company, word(`letter_${state}`), kyivTime(at, locale, 'date')].filter(Boolean).join(' · '),
        href: `/admin/office/letters/${id}`,
      })),
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}
