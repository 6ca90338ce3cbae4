import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  changeRole,
  changeStanding,
  inviteAgain,
  inviteOperator,
  type OperatorView,
  readOperators,
} from "#modules/operators/shared/contract.ts";
import { type Role, roles } from "#modules/operators/shared/permissions.ts";
import { call } from "../api.ts";
import { Decide } from "../parts/decide.tsx";
import { Moment } from "../parts/figures.tsx";
import { Panel, Read, Room, Table, Tag } from "../parts/room.tsx";
import { useRoom } from "../parts/use-room.ts";
import { useSession } from "../session.ts";

const tones = { active: "good", invited: "info", locked: "bad", disabled: "plain" } as const;

/** The people of the house: who they are, what they may do, and how new ones come. */
export function OperatorsRoom() {
  const { t } = useTranslation("office");
  const { may, me } = useSession();
  const people = useRoom(readOperators, {});
  const [invitation, setInvitation] = useState<string>();
  const canChange = may("operators.write");
  return (
    <Room title={t("rooms.operators")} aside={canChange && <Invite invited={setInvitation} reload={people.reload} />}>
      {invitation !== undefined && (
        <Panel title={t("operators.invitation")}>
          <p className="note">{t("operators.invitation_text")}</p>
          <p className="note mono secret">{`${location.origin}/invitation#${invitation}`}</p>
        </Panel>
      )}
      <Panel>
        <Read of={people}>
          {({ data }) => (
            <Table
              name={t("rooms.operators")}
              head={[
                t("operators.name"),
                t("players.email"),
                t("operators.role"),
                t("operators.last_login"),
                t("players.state"),
                ">",
              ]}
              empty=""
              rows={data.map(person => ({
                key: person.id,
                cells: [
                  <b key="name">{person.name}</b>,
                  person.email,
                  t(`roles.${person.role}`),
                  <Moment key="login" at={person.last_login_at} />,
                  <Tag key="state" tone={tones[person.state]}>
                    {t(`operators.${person.state}`)}
                  </Tag>,
                  canChange && person.id !== me.id ? (
                    <Changes key="do" person={person} invited={setInvitation} reload={people.reload} />
                  ) : (
                    ""
                  ),
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
    </Room>
  );
}

interface AfterChange {
  invited(token: string): void;
  reload(): void;
}

function RolePick({ role, pick }: { role: Role; pick(role: Role): void }) {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("operators.role")}
      <select value={role} onChange={event => pick(event.target.value as Role)}>
        {roles.map(each => (
          <option key={each} value={each}>
            {t(`roles.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Invite({ invited, reload }: AfterChange) {
  const { t } = useTranslation("office");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("support");
  return (
    <Decide
      action={t("operators.invite")}
      title={t("operators.invite_title")}
      text={t("operators.invite_text")}
      asksReason
      onDecide={async reason => {
        invited((await call(inviteOperator, { body: { name, email, role, reason } })).data.invitation);
        reload();
      }}
    >
      <label className="field">
        {t("operators.name")}
        <input required minLength={2} maxLength={60} value={name} onChange={event => setName(event.target.value)} />
      </label>
      <label className="field">
        {t("players.email")}
        <input type="email" required value={email} onChange={event => setEmail(event.target.value)} />
      </label>
      <RolePick role={role} pick={setRole} />
    </Decide>
  );
}

function Changes({ person, invited, reload }: { person: OperatorView } & AfterChange) {
  const { t } = useTranslation("office");
  const { id, name } = person;
  const [role, setRole] = useState<Role>(person.role);
  const isOut = person.state === "disabled";
  return (
    <span className="row end">
      <Decide
        action={t("operators.role")}
        title={t("operators.role_title", { name })}
        text={t("operators.role_text")}
        asksReason
        onDecide={async reason => {
          await call(changeRole, { params: { id }, body: { role, reason } });
          reload();
        }}
      >
        <RolePick role={role} pick={setRole} />
      </Decide>
      <Decide
        action={t("operators.invite_again")}
        title={t("operators.invite_again_title", { name })}
        text={t("operators.invite_again_text")}
        asksReason
        onDecide={async reason => {
          invited((await call(inviteAgain, { params: { id }, body: { reason } })).data.invitation);
          reload();
        }}
      />
      <Decide
        action={t(isOut || person.state === "locked" ? "operators.enable" : "operators.disable")}
        title={t(isOut || person.state === "locked" ? "operators.enable_title" : "operators.disable_title", { name })}
        asksReason
        dangerous={!isOut && person.state !== "locked"}
        onDecide={async reason => {
          const disabled = !isOut && person.state !== "locked";
          await call(changeStanding, { params: { id }, body: { disabled, reason } });
          reload();
        }}
      />
    </span>
  );
}
