import { roomMetadata } from '@/app/(office)/office/room-page'
import { AuditScreen } from '@/components/office/audit'

export const generateMetadata = roomMetadata('audit')

export default function Page() {
  return <AuditScreen />
}
