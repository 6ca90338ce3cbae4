import { createBrowserRouter, Navigate } from "react-router";
import { BrokenRoom } from "#modules/operators/office/parts/broken-room.tsx";
import { Frame } from "./frame.tsx";

/** Each room is loaded when it is entered. */
export const router = createBrowserRouter([
  {
    path: "/login",
    lazy: async () => ({ Component: (await import("#modules/operators/office/login.tsx")).LoginRoom }),
  },
  {
    path: "/invitation",
    lazy: async () => ({ Component: (await import("#modules/operators/office/invitation.tsx")).InvitationRoom }),
  },
  {
    path: "/",
    Component: Frame,
    errorElement: <BrokenRoom />,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import("#modules/operations/office/dashboard.tsx")).DashboardRoom }),
      },
      {
        path: "players",
        lazy: async () => ({ Component: (await import("#modules/accounts/office/players.tsx")).PlayersRoom }),
      },
      {
        path: "players/:id",
        lazy: async () => ({ Component: (await import("#modules/accounts/office/player.tsx")).PlayerRoom }),
      },
      {
        path: "kyc",
        lazy: async () => ({ Component: (await import("#modules/verification/office/kyc.tsx")).KycRoom }),
      },
      {
        path: "kyc/:id",
        lazy: async () => ({ Component: (await import("#modules/verification/office/kyc-case.tsx")).KycCaseRoom }),
      },
      {
        path: "payouts",
        lazy: async () => ({ Component: (await import("#modules/payments/office/payouts.tsx")).PayoutsRoom }),
      },
      {
        path: "payments",
        lazy: async () => ({ Component: (await import("#modules/payments/office/payments.tsx")).PaymentsRoom }),
      },
      {
        path: "coins",
        lazy: async () => ({ Component: (await import("#modules/crypto/office/coins.tsx")).CoinsRoom }),
      },
      {
        path: "corrections",
        lazy: async () => ({
          Component: (await import("#modules/corrections/office/corrections.tsx")).CorrectionsRoom,
        }),
      },
      {
        path: "approvals",
        lazy: async () => ({ Component: (await import("#modules/approvals/office/approvals.tsx")).ApprovalsRoom }),
      },
      {
        path: "approvals/:id",
        lazy: async () => ({ Component: (await import("#modules/approvals/office/approval.tsx")).ApprovalRoom }),
      },
      {
        path: "support",
        lazy: async () => ({ Component: (await import("#modules/support/office/support.tsx")).SupportRoom }),
      },
      {
        path: "moderation",
        lazy: async () => ({ Component: (await import("#modules/profiles/office/moderation.tsx")).ModerationRoom }),
      },
      { path: "wheel", lazy: async () => ({ Component: (await import("#modules/wheel/office/wheel.tsx")).WheelRoom }) },
      { path: "vip", lazy: async () => ({ Component: (await import("#modules/vip/office/vip.tsx")).VipRoom }) },
      { path: "audit", lazy: async () => ({ Component: (await import("#modules/audit/office/audit.tsx")).AuditRoom }) },
      {
        path: "operators",
        lazy: async () => ({ Component: (await import("#modules/operators/office/operators.tsx")).OperatorsRoom }),
      },
      { path: "*", element: <Navigate to="/" replace /> },
    ],
  },
]);
