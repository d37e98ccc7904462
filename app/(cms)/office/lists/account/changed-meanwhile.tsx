'use client'

import { useOffice, type Word } from '@/app/(cms)/office/lists/use-office'
import { Notice } from '@/components/ui/notice'
import type { AccountFile } from '@/lib/contract/manager-accounts'

/** What a decision on a company is about, by the words of the page. */
function rowsOf(account: AccountFile, word: Word): [label: string, value: string][] {
  const { surname, name, patronymic, documents } = account
  return [
    [word('fullName'), account.company_name],
    [word('shortName'), account.company_short_name],
    [word('edrpou'), account.edrpou],
    [word('eic'), account.eic],
    [word('iban'), account.iban],
    [word('person'), [surname, name, patronymic].filter(Boolean).join(' ')],
    [word('phone'), account.phone],
    [word('email'), account.email],
    [word('auctionKind'), word(`kind_${account.auction_kind}`)],
    [word('documents'), documents.map((document) => document.name).join(', ')],
  ]
}

/** What the company has changed since the question was asked, so that nothing is decided unseen. */
export function ChangedMeanwhile({ before, now }: { before: AccountFile; now: AccountFile }) {
  const { word } = useOffice()
  if (before.version === now.version) return null
  const known = rowsOf(before, word)
  const changed = rowsOf(now, word).flatMap(([label, value], index) => {
    const was = known[index]?.[1]
    return was === value ? [] : [{ index, label, was: was || '—', value: value || '—' }]
  })
  return (
    <Notice tone="wait" role="status" title={word('changedMeanwhile')}>
      <ul className="grid gap-1">
        {changed.map(({ index, label, was, value }) => (
          <li key={index} className="break-words">
            {label}: <s>{was}</s> → {value}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
