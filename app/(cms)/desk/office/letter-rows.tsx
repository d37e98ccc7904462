'use client'

import Link from 'next/link'
import type { ManagedLetter } from '@/lib/contract/manager-letters'
import { kyivTime } from '../times'
import { useOffice } from './use-office'

/** Letters: to whom, what about, and what became of them. `ofOne`: all to the same company. */
export function LetterRows({ list, ofOne = false }: { list: readonly ManagedLetter[]; ofOne?: boolean }) {
  const { word, nameOf, locale } = useOffice()
  return (
    <div className="desk-table-frame" tabIndex={0} role="region" aria-label={word('letters')}>
      <table className="desk-table desk-table-wide">
        <thead>
          <tr>
            <th scope="col">{word('created')}</th>
            <th scope="col">{word('subject')}</th>
            {!ofOne && <th scope="col">{word('recipients')}</th>}
            <th scope="col">{word('letterState')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((letter) => (
            <tr key={letter.id}>
              <td>{kyivTime(letter.created_at, locale, 'date')}</td>
              <td className="desk-cell-name">
                <Link href={`/admin/desk/letters/${letter.id}`} prefetch={false}>{letter.subject ?? nameOf('letterkind', letter.kind)}</Link>
                {letter.subject && <span className="desk-soft desk-below">{nameOf('letterkind', letter.kind)}</span>}
              </td>
              {!ofOne && (
                <td>
                  {letter.company_name ?? (letter.recipients.length === 0 ? word('managersMailbox') : null)}
                  {letter.recipients.length > 0 && <span className="desk-soft desk-below">{letter.recipients.join(', ')}</span>}
                </td>
              )}
              <td className="desk-cell-text">
                <span className="desk-pill" data-status={`letter-${letter.state}`}>{word(`letter_${letter.state}`)}</span>
                {letter.reason && letter.state !== 'sent' && <span className="desk-soft desk-below">{letter.reason}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
