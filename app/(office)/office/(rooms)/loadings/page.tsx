import { roomMetadata } from '@/app/(office)/office/room-page'
import { LoadingsScreen } from '@/components/office/loadings'

export const generateMetadata = roomMetadata('loadings')

export default function Page() {
  return <LoadingsScreen />
}
