import { roomMetadata } from '@/app/(office)/office/room-page'
import { OrdersScreen } from '@/components/office/orders'

export const generateMetadata = roomMetadata('orders')

export default function Page() {
  return <OrdersScreen />
}
