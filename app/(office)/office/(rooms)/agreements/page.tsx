import { roomMetadata } from '@/app/(office)/office/room-page'
import { AgreementsScreen } from '@/components/office/agreements'

export const generateMetadata = roomMetadata('agreements')

export default function Page() {
  return <AgreementsScreen />
}
