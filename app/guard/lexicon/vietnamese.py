"""Vietnamese entries (accents are folded away on both sides)."""

VIETNAMESE: dict[str, str] = {
    "DROP": "bỏ qua, phớt lờ, quên đi, quên hết, hãy quên, không tuân theo, đừng tuân theo, lờ đi, không làm theo",
    "PRIOR": "trước đó, trước đây, ở trên, phía trên, ban đầu, trước, vừa rồi, hiện có",
    "ALL": "tất cả, mọi, toàn bộ, mỗi, bất kỳ, các",
    "INSTRUCTIONS": "hướng dẫn, chỉ dẫn, chỉ thị, mệnh lệnh, giới hạn, lời nhắc, các lệnh trước",
    "RULES": "quy tắc, quy định, chính sách",
    "YOUR": "của bạn, bạn, mày",
    "SYSTEM PROMPT": """
        lời nhắc hệ thống, prompt hệ thống, câu lệnh hệ thống, nhắc nhở hệ thống, hướng dẫn ẩn, chỉ dẫn hệ thống,
        system prompt, hướng dẫn hệ thống
    """,
    "BEFORE": "mọi thứ ở trên, tất cả những gì, mọi điều ở trên, mọi thứ trước",
    "REVEAL": "tiết lộ, để lộ, làm lộ, công khai",
    "SHOW": "hiển thị, in ra, cho tôi xem, liệt kê, lặp lại, viết ra, cho biết",
    "VERBATIM": "nguyên văn, từng chữ, từng từ",
    "SEND": "gửi, chuyển tiếp, tải lên, truyền",
    "DATA": """
        dữ liệu người dùng, dữ liệu của người dùng, thông tin cá nhân, cuộc trò chuyện, lịch sử trò chuyện,
        tin nhắn của người dùng, dữ liệu khách hàng, thông tin người dùng
    """,
    "SECRETS": "mật khẩu, bí mật, khóa api, khóa, mã thông báo, thông tin đăng nhập",
    "OTHERS": "người dùng khác, tất cả người dùng, mọi người dùng",
    "DESTINATION": "kẻ tấn công, địa chỉ này, máy chủ bên ngoài, tới địa chỉ, đến địa chỉ",
    "RUN": "chạy, thực thi, gọi, sử dụng, thực hiện, dùng",
    "TOOL": "công cụ, câu lệnh, lệnh này, tập lệnh, hàm",
    "UNASKED": """
        mà không hỏi, không cần hỏi, không cần xác nhận, mà không xác nhận, không xin phép, âm thầm, lặng lẽ, bí mật,
        đừng hỏi, không cần phê duyệt, không báo
    """,
    "HIDE": """
        đừng nói với người dùng, không nói với người dùng, đừng cho người dùng biết, không cho người dùng biết,
        không để người dùng biết, đừng đề cập đến điều này, giữ bí mật, mà người dùng không biết, đừng để người dùng,
        giấu điều này, không thông báo cho người dùng, đừng tiết lộ điều này
    """,
    "HIDE A BIT": "âm thầm, lặng lẽ, đừng đề cập, bí mật",
    "FOREVER": """
        từ bây giờ, từ nay, kể từ bây giờ, kể từ nay, mãi mãi, vĩnh viễn, trong mọi, trong tất cả, luôn nhớ, từ giờ,
        mỗi lần
    """,
    "ANSWERS": """
        mỗi câu trả lời, mọi câu trả lời, tất cả câu trả lời, cuối câu trả lời, các câu trả lời, mọi phản hồi
    """,
    "APPEND": "thêm, chèn, đính kèm, bao gồm, kèm",
    "LINK": "liên kết, đường dẫn, url, hình ảnh, quảng cáo, link, trang web",
    "RECOMMEND": "giới thiệu, đề xuất, khuyên dùng, gợi ý, quảng bá",
    "BIASED": "duy nhất, chỉ, tốt nhất, bất kể, thay vì, hơn tất cả",
    "RIVALS": "đối thủ, nhà cung cấp khác, sản phẩm khác, đối thủ cạnh tranh",
    "ALWAYS": "luôn luôn, luôn, không bao giờ, phải, nhất định",
    "ASKED": "khi được hỏi, nếu được hỏi, khi ai đó hỏi, nếu ai đó hỏi, được hỏi",
    "TRIGGER": """
        khi người dùng nói, nếu người dùng nói, khi người dùng nhập, nếu người dùng nhập, ngay khi người dùng,
        khi ai đó nói, nếu ai đó nói, từ khóa bí mật
    """,
    "YOU ARE": """
        bây giờ bạn là, giờ bạn là, từ giờ bạn là, từ bây giờ bạn là, bạn không còn là, hãy đóng vai, giả vờ,
        hành động như, bạn không còn
    """,
    "MODEL": "ai, trợ lý, mô hình, chatbot",
    "UNBOUND": """
        không có giới hạn, không giới hạn, không bị hạn chế, không hạn chế, không có quy tắc, mọi yêu cầu,
        bất kỳ yêu cầu, không kiểm duyệt, không bị giới hạn
    """,
    "AUTHORITY": """
        chế độ nhà phát triển, chế độ quản trị, quản trị viên đã, tôi là quản trị viên, tôi là nhà phát triển,
        được quản trị viên, toàn quyền
    """,
    "READER": "khi bạn đọc, nếu bạn đọc, gửi trợ lý, gửi ai, khi bạn đọc ghi chú này",
    "OBEY": "tuân lệnh, vâng lời, tuân theo, làm theo",
    "NEW TASK": "nhiệm vụ mới, hướng dẫn mới, mục tiêu mới",
    "DELETE": "xóa",
    "DISABLE": "vô hiệu hóa",
    "SAFETY": "an toàn, bộ lọc, cảnh báo, bảo mật",
    "APPROVE": "phê duyệt, chấp thuận, hoàn tiền, chuyển tiền",
    "MONEY": "hoàn tiền, thanh toán, tiền, mọi yêu cầu hoàn",
}
