import { roomMetadata } from '@/app/(office)/office/room-page'
import { TrustedScreen } from '@/components/office/signing'

export const generateMetadata = roomMetadata('trusted')

export default function Page() {
  return <TrustedScreen />
}
