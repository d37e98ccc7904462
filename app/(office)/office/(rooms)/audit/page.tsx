import { roomMetadata } from '@/app/(office)/office/room-page'
import { AuditList } from '@/components/office/audit'

export const generateMetadata = roomMetadata('audit')

export default function Page() {
  return <AuditList />
}
