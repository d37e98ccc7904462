import type { Settings } from '@/lib/contract/content'
import { phoneAddress } from '@/components/ui/link-kind'

/** A contact's phones, each a link that dials. */
export function ContactPhones({ contact }: { contact: Settings['contacts'][number] }) {
  return (
    <ul className="grid gap-3">
      {contact.phones.map((phone) => (
        <li key={phone.number}>
          {phone.label && <div className="text-fine opacity-75">{phone.label}</div>}
          <a href={phoneAddress(phone.number)} className="numbers rounded-sm font-semibold underline-offset-4 hover:underline">
            {phone.number}
          </a>
        </li>
      ))}
    </ul>
  )
}
