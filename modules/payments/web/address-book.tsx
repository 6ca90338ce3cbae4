import { Check, Wallet } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import {
  type AddressBook,
  getAddressBook,
  mostAddresses,
  removeAddress,
  type SavedAddress,
  saveAddress,
  switchAllowList,
} from "../shared/address-contract.ts";
import type { PaymentMethod } from "../shared/contract.ts";
import { useMethods } from "./use-methods.ts";
import "#modules/accounts/web/access/access.css";

/** Saved payout addresses, and whether coins leave to these only. Nothing where no coins are offered. */
export function AddressBookSection() {
  const { t } = useTranslation("payments");
  const { data: book, isError: failed, refetch } = useQuery(getAddressBook, {});
  const { methods } = useMethods(data => data["crypto-payouts"]);
  if (methods?.length === 0 && !book?.addresses.length) return null;
  return (
    <section className="card access" aria-busy={book === undefined && !failed}>
      <h2 className="display">{t("book.title")}</h2>
      <p className="muted sm">{t("book.note")}</p>
      {failed && (
        <div role="alert">
          <p>{t("book.failed")}</p>
          <Button onClick={() => void refetch()}>{t("book.again")}</Button>
        </div>
      )}
      {!book && !failed && <Skeleton height={90} />}
      {book && <Book book={book} methods={methods ?? []} />}
    </section>
  );
}

/** Each change returns the book. */
const changesBook = replaces(getAddressBook);

function Book({ book, methods }: { book: AddressBook; methods: readonly PaymentMethod[] }) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(removeAddress, changesBook);
  const { busy, submit } = useSubmit("payments");
  const [adding, setAdding] = useState(false);
  const remove = (id: string) => submit(async () => void (await mutate({ params: { id } })));
  const isFull = book.addresses.length >= mostAddresses;
  return (
    <>
      <AllowList list={book.allow_list} />
      {book.addresses.length === 0 && <p className="muted">{t("book.empty")}</p>}
      <ul className="access-list">
        {book.addresses.map(saved => (
          <AddressRow
            key={saved.id}
            saved={saved}
            coin={methods.find(({ hash }) => hash === saved.method_hash)?.exchange_currency ?? ""}
            busy={busy}
            onRemove={() => void remove(saved.id)}
          />
        ))}
      </ul>
      {adding ? (
        <AddressForm methods={methods} onSaved={() => setAdding(false)} onGiveUp={() => setAdding(false)} />
      ) : (
        methods.length > 0 && (
          <div>
            <Button disabled={isFull} onClick={() => setAdding(true)}>
              {t("book.add")}
            </Button>
          </div>
        )
      )}
    </>
  );
}

function AllowList({ list }: { list: AddressBook["allow_list"] }) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(switchAllowList, changesBook);
  const { moment } = useDates();
  const { busy, submit } = useSubmit("payments");
  const wanted = list.on && list.off_from === null;
  const change = () => submit(async () => void (await mutate({ body: { on: !wanted } })));
  return (
    <div className="col">
      <label className="ckline">
        <input type="checkbox" checked={wanted} disabled={busy} onChange={() => void change()} />
        <span className="checkbox">
          <Icon of={Check} size={14} stroke={3} />
        </span>
        <span>{t("book.allow_list")}</span>
      </label>
      <p className="muted sm ck-note" aria-live="polite">
        {list.off_from ? t("book.off_from", { time: moment(list.off_from) }) : t("book.allow_list_note")}
      </p>
    </div>
  );
}

interface AddressRowProps {
  readonly saved: SavedAddress;
  readonly coin: string;
  readonly busy: boolean;
  onRemove(): void;
}

function AddressRow({ saved, coin, busy, onRemove }: AddressRowProps) {
  const { t } = useTranslation("payments");
  const { moment } = useDates();
  // For display only: the server decides with the payout.
  const isWaiting = Date.parse(saved.usable_from) > Date.now();
  return (
    <li>
      <Icon of={Wallet} />
      <div className="what">
        <b>
          {saved.name} · {coin}
        </b>
        <code className="sm">{saved.address}</code>
        {isWaiting && <span className="muted sm">{t("book.usable_from", { time: moment(saved.usable_from) })}</span>}
      </div>
      <Button size="s" busy={busy} aria-label={t("book.remove_of", { name: saved.name })} onClick={onRemove}>
        {t("book.remove")}
      </Button>
    </li>
  );
}

interface AddressFormProps {
  readonly methods: readonly PaymentMethod[];
  onSaved(): void;
  onGiveUp(): void;
}

function AddressForm({ methods, onSaved, onGiveUp }: AddressFormProps) {
  const { t } = useTranslation("payments");
  const { mutate } = useMutation(saveAddress, changesBook);
  const { busy, errors, submit } = useSubmit("payments");
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [method, setMethod] = useState(methods[0]?.hash ?? "");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await mutate({ body: { method_hash: method, address: address.trim(), name: name.trim() } });
      onSaved();
    });
  };
  return (
    <form className="col gap-3" onSubmit={onSubmit} noValidate>
      <fieldset className="row">
        <legend className="sm muted">{t("book.coin")}</legend>
        {methods.map(({ hash, exchange_currency }) => (
          <label key={hash} className="row gap-2">
            <input type="radio" name="coin" checked={method === hash} onChange={() => setMethod(hash)} />
            <span>{exchange_currency}</span>
          </label>
        ))}
      </fieldset>
      <Input
        label={t("book.address")}
        value={address}
        error={errors.address}
        placeholder="0x"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        onChange={event => setAddress(event.target.value)}
      />
      <Input
        label={t("book.name")}
        value={name}
        error={errors.name}
        maxLength={40}
        onChange={event => setName(event.target.value)}
      />
      <div className="acts">
        <Button type="submit" variant="primary" busy={busy}>
          {t("book.save")}
        </Button>
        <Button variant="ghost" onClick={onGiveUp}>
          {t("book.cancel")}
        </Button>
      </div>
    </form>
  );
}
