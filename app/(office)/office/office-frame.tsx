import type { ReactNode } from 'react'
import { ClientMessages } from '@/components/layout/client-messages'
import { OfficeProviders } from '@/components/office/queries'
import { OfficeShell } from '@/components/office/shell'
import type { StaffMember } from '@/lib/contract/manager'

export function OfficeFrame({ member, children }: { member: StaffMember; children: ReactNode }) {
  return (
    <ClientMessages namespaces={['Office', 'StaffAccess', 'Lot', 'Common', 'Fulfilment', 'PaymentPlan', 'Chat']}>
      <OfficeProviders member={member}>
        <OfficeShell>{children}</OfficeShell>
      </OfficeProviders>
    </ClientMessages>
  )
}
